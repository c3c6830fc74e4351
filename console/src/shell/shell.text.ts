import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

type Path = { path: string }

/** Words around every screen. */
export const shellText = words({
  product: { en: 'Brigade', zh: 'Brigade' },
  skip: { en: 'Skip to content', zh: '跳到正文' },
  mainMenu: { en: 'Main menu', zh: '主菜单' },
  waitsOpen: { en: 'open', zh: '条未关闭' },
  waitsApproval: { en: 'to approve', zh: '个待审批' },
  foldMenu: { en: 'Collapse menu', zh: '收起菜单' },
  unfoldMenu: { en: 'Expand menu', zh: '展开菜单' },
  breadcrumb: { en: 'Breadcrumb', zh: '面包屑' },
  units: { en: 'Units', zh: '单位' },
  language: word.language,
  toDark: { en: 'Switch to dark', zh: '切换到深色' },
  toLight: { en: 'Switch to light', zh: '切换到浅色' },
  theme: { en: 'Theme', zh: '主题' },
  themeSystem: { en: 'System', zh: '跟随系统' },
  themeLight: { en: 'Light', zh: '浅色' },
  themeDark: { en: 'Dark', zh: '深色' },
  unitsMetric: { en: 'Metric, °C', zh: '公制，°C' },
  unitsBritish: { en: 'British, °F', zh: '英制，°F' },
  personalInfo: { en: 'Personal info', zh: '个人信息' },
  notifications: { en: 'Notifications', zh: '通知设置' },
  changePassword: { en: 'Change password', zh: '修改密码' },
  ownSessions: { en: 'Where you are signed in', zh: '登录设备' },
  signOut: word.signOut,

  liveBehind: {
    en: (p: { s: string }) => `Live, ${p.s} s behind`,
    zh: (p: { s: string }) => `实时推送，延迟 ${p.s} 秒`,
  },
  liveOn: { en: 'Live', zh: '实时推送' },
  liveConnecting: { en: 'Connecting live data', zh: '正在连接实时数据' },
  liveLost: { en: 'Live data interrupted', zh: '实时推送中断' },
  connected: { en: 'Connected', zh: '已连接' },
  notConnected: { en: 'No connection', zh: '连接已断开' },
  bannerLost: {
    en: 'The server does not answer. What you see may be out of date; this page keeps trying.',
    zh: '服务器暂无响应，当前内容可能不是最新，正在自动重试。',
  },
  bannerLive: {
    en: 'Live data is interrupted. What you see may be out of date; this page keeps trying.',
    zh: '实时数据已中断，当前内容可能不是最新，正在自动重连。',
  },
  noticeIntake: {
    en: (p: { time: string }) =>
      `Messages from devices have been waiting to be saved since ${p.time}. Device data may be out of date; the server log says why.`,
    zh: (p: { time: string }) => `自 ${p.time} 起有设备消息未能写入，设备数据可能不是最新，原因请查看服务日志。`,
  },
  opened: {
    en: (p: { organisation: string; time: string }) =>
      `You are in the console of ${p.organisation}, until ${p.time} at the latest. What you do here is logged under your name.`,
    zh: (p: { organisation: string; time: string }) =>
      `您已进入“${p.organisation}”的后台，最晚 ${p.time} 自动退出；此处的操作均以您的账号记录。`,
  },
  openedWaiting: { en: 'You are in the console of another organisation.', zh: '您已进入其他组织的后台。' },
  openedLeave: { en: 'Leave', zh: '退出其后台' },
  ownOpenings: { en: 'Who opened this console', zh: '后台进入记录' },
  otherBuild: {
    en: 'The server has another version of Brigade than this page. Reload the page when nothing on it is unsaved.',
    zh: '服务器上的 Brigade 版本与当前页面不同。页面上没有未保存的内容时，请刷新页面。',
  },
  noticePublishedPassword: {
    en: (p: { accounts: string }) =>
      `Other machines can reach this console, and the password printed in the documentation still works for: ${p.accounts}. Change it, or listen on 127.0.0.1 only.`,
    zh: (p: { accounts: string }) =>
      `其他机器可以访问本控制台，而以下账号仍可用文档中公开的密码登录：${p.accounts}。请修改密码，或仅监听 127.0.0.1。`,
  },
  misread: {
    en: (p: { parts: string }) => `Not understood in the address, and left out: ${p.parts}`,
    zh: (p: { parts: string }) => `地址中的以下条件无法识别，未生效：${p.parts}`,
  },
  leaveOut: { en: 'Remove from the address', zh: '从地址中移除' },
  noticeBetween: word.listMark,

  paletteOpen: { en: 'Search or jump to…', zh: '搜索或跳转…' },
  paletteOpenKey: { en: 'Search or jump to, Ctrl K', zh: '搜索或跳转，Ctrl K' },
  paletteTitle: { en: 'Search or jump to', zh: '搜索或跳转' },
  paletteField: { en: 'Screens, devices, recipes, actions', zh: '页面、设备、菜谱、操作' },
  paletteScreens: { en: 'Screens', zh: '页面' },
  paletteActions: word.actions,
  paletteHere: { en: 'On this page', zh: '当前页面' },
  paletteRecent: { en: 'Opened last', zh: '最近打开' },
  paletteNothing: { en: 'Nothing matches', zh: '没有匹配的内容' },
  paletteSearching: { en: 'Searching', zh: '搜索中' },
  paletteKeys: { en: '↑ ↓ choose · Enter open · Esc close', zh: '↑ ↓ 选择 · Enter 打开 · Esc 关闭' },

  notFoundTitle: { en: 'This page does not exist', zh: '页面不存在' },
  notFoundBody: {
    en: (p: Path) => `There is nothing at ${p.path}. Check the address.`,
    zh: (p: Path) => `找不到 ${p.path}，请检查网址是否正确。`,
  },
  back: { en: 'Go back', zh: '返回' },
  noAuthTitle: { en: 'You have no access', zh: '没有访问权限' },
  noAuthBody: {
    en: 'Your role does not include this page or action. Ask your administrator if you need it.',
    zh: '您的角色没有访问此页面或执行此操作的权限，如有需要请联系管理员。',
  },
  noAuthKept: {
    en: 'You no longer have access to the page you were on. What you typed there is kept in this tab and comes back with the page. Ask your administrator if you need it.',
    zh: '您已无权访问刚才的页面。已填写的内容保留在本标签页中，恢复权限后可继续；如有需要请联系管理员。',
  },
  workOpenAgain: {
    en: 'You have access to the page again. What you typed there was kept.',
    zh: '您已恢复访问权限，之前填写的内容已保留。',
  },
  backToWork: { en: 'Back to what you typed', zh: '继续填写' },
  toStart: { en: 'Go to home page', zh: '返回首页' },
  errorTitle: { en: 'This page could not be shown', zh: '页面显示失败' },
  reload: { en: 'Reload', zh: '刷新页面' },
  loadingPage: { en: 'Loading the page', zh: '页面加载中' },
})
