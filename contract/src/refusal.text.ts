import { counting } from './plural.ts'
import { texts } from './text.ts'

/** Refusals no domain owns. */
export const systemText = texts('system', {
  success: { en: 'Done', zh: '操作成功' },
  failed: { en: 'Operation failed', zh: '操作失败', status: 503 },
  databaseAway: {
    en: 'The database cannot be reached right now. Try again in a few seconds',
    zh: '数据库暂时无法连接，请稍候几秒重试',
    status: 503,
  },
  notFound: { en: 'This does not exist', zh: '请求的内容不存在', status: 404 },
  unknownAccount: { en: 'There is no such account', zh: '账号不存在', status: 404 },
  tooLarge: { en: 'The request is too large', zh: '请求内容过大', status: 413 },
  tooManyStreams: {
    en: (p: { max: number }) => `More than ${counting(p.max, 'live view')} at once: close some`,
    zh: (p: { max: number }) => `同时打开的实时页面超过 ${p.max} 个，请先关闭一些`,
    status: 429,
  },
  foreignPage: { en: 'This page belongs to another server', zh: '该页面不属于本服务器', status: 403 },
  tooMany: {
    en: (p: { seconds: number }) => `Too many requests. Try again in ${p.seconds} s`,
    zh: (p: { seconds: number }) => `请求过于频繁，请 ${p.seconds} 秒后再试`,
    status: 429,
  },
  platformOnly: { en: 'Only for the platform’s own staff', zh: '仅限平台方人员', status: 403 },
  unavailable: { en: 'The service is not available, try again later', zh: '服务暂不可用，请稍后再试', status: 503 },
})
