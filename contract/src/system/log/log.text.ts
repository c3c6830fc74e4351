import { counting } from '../../plural.ts'
import { texts } from '../../text.ts'

export const logText = texts('log', {
  tooMany: {
    en: (p: { max: number }) => `There are more than ${counting(p.max, 'line')}: narrow the time or another filter`,
    zh: (p: { max: number }) => `日志超过 ${p.max} 条，请缩小时间范围或增加筛选条件`,
    status: 422,
  },
  tooFarApart: {
    en: 'The lines are too far apart to prove them in one file: narrow the time',
    zh: '日志时间跨度过大，无法在一个文件内给出证明，请缩小时间范围',
    status: 422,
  },
  unknown: { en: 'There is no such line', zh: '日志不存在', status: 404 },
})
