import { texts } from '../../text.ts'

export const logText = texts('log', {
  unknown: { en: 'There is no such line', zh: '日志不存在', status: 404 },
})
