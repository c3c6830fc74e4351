import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

/** The runs of the statistics, and the outcome of each. */
export const runText = words({
  due: { en: 'Due', zh: '计划时间' },
  began: { en: 'Began', zh: '开始时间' },
  took: { en: 'Took', zh: '耗时' },
  outcome: { en: 'Outcome', zh: '结果' },
  anyOutcome: { en: 'Any outcome', zh: '全部结果' },
  running: { en: 'Running', zh: '进行中' },
  succeeded: word.succeeded,
  failed: word.failed,
  missed: { en: 'Missed', zh: '未执行' },
  reconstructed: { en: 'Reconstructed', zh: '补录' },
  missedHint: {
    en: 'A later run filled in its flows; its stocks are missing.',
    zh: '期间的流量指标已由后续批次补算，存量指标为空缺。',
  },
  hours: { en: 'Hours counted', zh: '统计小时数' },
  rows: { en: 'Rows written', zh: '写入行数' },
  recounted: { en: 'Day counted again', zh: '复核日期' },
  difference: { en: 'Difference', zh: '差异' },
  noDifference: word.noneInside,
  differs: { en: 'Counted again', zh: '复核结果' },
  anyDiffers: word.any,
  isDifferent: { en: 'With a difference', zh: '有差异' },
  isSame: { en: 'Without a difference', zh: '无差异' },
  reason: word.reason,
  emptyTitle: { en: 'No run yet', zh: '暂无统计批次' },
  emptyHint: {
    en: 'Statistics are taken at 01:00, 07:00, 13:00 and 19:00.',
    zh: '每天 01:00、07:00、13:00、19:00 各统计一次。',
  },
})
