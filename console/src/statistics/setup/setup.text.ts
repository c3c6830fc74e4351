import { word } from '@brigade/contract/word.text.ts'
import { counting } from '@brigade/contract/plural.ts'
import { words } from '@brigade/contract/text.ts'

type Accounts = { n: number; accounts: string }

export const setupText = words({
  entry: { en: (p: { n: number }) => `Finish setting up (${p.n})`, zh: (p: { n: number }) => `完成设置（${p.n}）` },
  title: { en: 'Finish setting up', zh: '完成设置' },
  intro: {
    en: 'This installation works without these, but not as well. Each line disappears when it is done.',
    zh: '以下各项未设置时系统仍可运行，但部分功能受限。完成后对应项目自动消失。',
  },
  'mail-name': { en: 'Mail server', zh: '邮件服务器' },
  'mail-why': {
    en: 'No e-mail is sent: no notifications of faults, no sign-in codes for the phone app, no weekly report.',
    zh: '当前不发送任何邮件：故障通知、手机应用登录验证码和周报均无法通过邮件送达。',
  },
  'address-name': { en: 'Public address', zh: '对外访问地址' },
  'address-why': {
    en: 'Messages contain no links to the console, and devices elsewhere cannot fetch firmware.',
    zh: '消息中不含控制台链接，其他网络中的设备无法下载固件。',
  },
  'checkpoints-name': { en: 'Checkpoints of the operation log', zh: '操作日志存证点' },
  'checkpoints-why': {
    en: 'Checkpoints are not stored elsewhere yet: whoever controls the database and the key could rewrite the whole log unnoticed.',
    zh: '存证点尚未保存到外部：掌握数据库和密钥的人可以重写全部日志而不被发现。',
  },
  'passwords-name': { en: 'Published passwords', zh: '公开的初始密码' },
  'passwords-why': {
    en: (p: Accounts) =>
      `${counting(p.n, 'account')} can be opened with the password that is printed in the documents: ${p.accounts}.`,
    zh: (p: Accounts) => `${p.n} 个账号仍在使用文档中公开的密码：${p.accounts}。`,
  },
  more: {
    en: (p: Accounts) =>
      `At least ${counting(p.n, 'account')} can be opened with the password that is printed in the documents: ${p.accounts}.`,
    zh: (p: Accounts) => `至少 ${p.n} 个账号仍在使用文档中公开的密码：${p.accounts}。`,
  },
  between: word.listMark,
  or: { en: ' or ', zh: ' 或 ' },
  machine: {
    en: 'Whoever administers the server sets this in its environment or in brigade.json, and restarts Brigade:',
    zh: '由服务器管理员在环境变量或 brigade.json 中设置，然后重启 Brigade：',
  },
  logPanel: { en: 'Open the operation log', zh: '查看操作日志' },
  accounts: { en: 'Open the accounts', zh: '查看账号' },
  ownPassword: {
    en: 'You can change your own password in the menu at your name, at the top right.',
    zh: '可在右上角个人菜单中修改自己的密码。',
  },
  others: { en: 'An administrator can reset these passwords.', zh: '由管理员重置这些账号的密码。' },
})
