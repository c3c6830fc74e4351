import { counting } from './plural.ts'
import { texts } from './text.ts'

/** Words that refuse a field; `messageOf` in field-message.ts chooses among them. */
export const fieldText = texts('field', {
  required: { en: 'This cannot be empty', zh: '不能为空' },
  unseen: { en: 'This has no character that can be seen', zh: '内容中没有可见字符' },
  hidden: {
    en: (p: { codes: string }) => `Remove the characters that nobody sees: ${p.codes}`,
    zh: (p: { codes: string }) => `请删除不可见字符：${p.codes}`,
  },
  invalid: { en: 'This value is not valid', zh: '填写的内容无效' },
  phone: {
    en: 'Enter an 11-digit mobile number that starts with 13 to 19',
    zh: '请输入 11 位手机号码，以 13 至 19 开头',
  },
  email: { en: 'Enter a valid e-mail address', zh: '请输入正确的邮箱地址' },
  password: { en: 'Use 6 to 14 letters or digits, nothing else', zh: '密码须为 6 至 14 位字母或数字' },
  timeZone: {
    en: 'This is not a time zone: write it like Europe/Berlin',
    zh: '时区名称不正确，格式如 Asia/Shanghai',
  },
  year: { en: 'Choose a year from 2000 to 2100', zh: '年份须在 2000 至 2100 之间' },
  id: { en: 'This is not an id', zh: '编号格式不正确' },
  pageSize: { en: 'Page size is 10, 25, 50 or 80', zh: '每页条数只能是 10、25、50 或 80' },
  tooLong: {
    en: (p: { max: number }) => `Use at most ${counting(p.max, 'character')}`,
    zh: (p: { max: number }) => `最多 ${p.max} 个字符`,
  },
  tooShort: {
    en: (p: { min: number }) => `Use at least ${counting(p.min, 'character')}`,
    zh: (p: { min: number }) => `至少 ${p.min} 个字符`,
  },
  tooMany: {
    en: (p: { max: number }) => `At most ${counting(p.max, 'entry', 'entries')}`,
    zh: (p: { max: number }) => `最多 ${p.max} 项`,
  },
  tooFew: {
    en: (p: { min: number }) => `At least ${counting(p.min, 'entry', 'entries')}`,
    zh: (p: { min: number }) => `至少 ${p.min} 项`,
  },
  tooBig: { en: (p: { max: number }) => `At most ${p.max}`, zh: (p: { max: number }) => `不能大于 ${p.max}` },
  tooSmall: { en: (p: { min: number }) => `At least ${p.min}`, zh: (p: { min: number }) => `不能小于 ${p.min}` },
  notNumber: { en: 'Enter a number', zh: '请输入数字' },
  notWhole: { en: 'Enter a whole number', zh: '请输入整数' },
  notOneOf: { en: 'Choose one of the values offered', zh: '请从给定的选项中选择' },
  unknownKey: {
    en: (p: { keys: string }) => `Not known here: ${p.keys}`,
    zh: (p: { keys: string }) => `无法识别的参数：${p.keys}`,
  },
  refused: { en: 'Some fields need correcting', zh: '部分内容填写有误', status: 422 },
  gbk: {
    en: 'This file is in GBK: save it as UTF-8 and try again',
    zh: '该文件为 GBK 编码，请另存为 UTF-8 后重试',
  },
  badForm: {
    en: 'The form could not be read: its text is not UTF-8, or a percent sign is not followed by two hexadecimal digits',
    zh: '表单内容无法解析：文本不是有效的 UTF-8，或百分号后不是两位十六进制数字',
  },
  repeated: { en: 'This was given more than once', zh: '该参数重复出现' },
  badJson: { en: 'The request could not be read', zh: '请求内容无法解析' },
})
