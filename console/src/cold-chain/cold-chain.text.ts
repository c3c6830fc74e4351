import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

/** `count`: null if nothing could be evaluated. */
type Summary = { from: string; to: string; count: number | null }

export const temperatureText = words({
  title: { en: 'Cabinet temperature', zh: '柜内温度' },
  span: word.span,
  day: word.hours24,
  week: word.days7,
  month: word.days30,
  quarter: { en: '90 d', zh: '90 天' },
  own: { en: 'Custom', zh: '自定义时间' },
  highLimit: { en: 'High limit', zh: '温度上限' },
  lowLimit: { en: 'Low limit', zh: '温度下限' },
  deviceLimit: { en: 'Device’s', zh: '设备限值' },
  tolerance: { en: 'Tolerance', zh: '容差' },
  delay: { en: 'Longer than', zh: '持续超过' },
  minutes: word.min,
  between: {
    en: (p: { min: string; max: string }) => `${p.min} to ${p.max}`,
    zh: (p: { min: string; max: string }) => `${p.min} 至 ${p.max}`,
  },
  export: word.export,
  xlsx: { en: 'All readings (Excel)', zh: '全部数据（Excel）' },
  csv: { en: 'All readings (CSV)', zh: '全部数据（CSV）' },
  pdf: { en: 'Report to print (PDF)', zh: '打印报告（PDF）' },
  temperature: word.temperature,
  setPoint: { en: 'Set-point', zh: '设定温度' },
  high: { en: (p: { value: string }) => `high ${p.value}`, zh: (p: { value: string }) => `上限 ${p.value}` },
  low: { en: (p: { value: string }) => `low ${p.value}`, zh: (p: { value: string }) => `下限 ${p.value}` },
  defrost: { en: 'Defrost', zh: '除霜' },
  door: { en: 'Door open', zh: '开门' },
  excursion: { en: 'Excursion', zh: '温度超限' },
  excused: { en: 'Excused', zh: '豁免' },
  figures: { en: 'Figures', zh: '统计数据' },
  min: { en: 'Lowest', zh: '最低' },
  max: { en: 'Highest', zh: '最高' },
  mean: { en: 'Time-weighted mean', zh: '时间加权平均' },
  kinetic: { en: 'Mean kinetic (MKT)', zh: '平均动力学温度 (MKT)' },
  within: { en: 'Time within limits', zh: '合格时间占比' },
  beyond: { en: 'Time beyond limits', zh: '超限时长' },
  ofExcused: { en: 'Time excused', zh: '其中豁免' },
  unknown: { en: 'No data', zh: '无数据时长' },
  held: { en: 'Held over an hour, not judged', zh: '沿用超过一小时，未判定' },
  defrosts: { en: 'Defrosts', zh: '除霜次数' },
  doors: { en: 'Door openings', zh: '开门次数' },
  doorOpen: { en: 'Door open for', zh: '累计开门' },
  points: { en: 'Reports', zh: '上报次数' },
  excursions: { en: 'Excursions', zh: '温度超限记录' },
  excursionNote: {
    en: (p: { tolerance: string; minutes: string }) =>
      `Beyond a limit by more than ${p.tolerance} for longer than ${p.minutes} min`,
    zh: (p: { tolerance: string; minutes: string }) => `超出限值 ${p.tolerance} 以上且持续超过 ${p.minutes} 分钟`,
  },
  excusedNote: {
    en: (p: { count: number }) => `${p.count} excused by a defrost or an open door`,
    zh: (p: { count: number }) => `另有 ${p.count} 次因除霜或开门豁免`,
  },
  listed: {
    en: (p: { shown: number; all: number }) => `The longest ${p.shown} of ${p.all}`,
    zh: (p: { shown: number; all: number }) => `共 ${p.all} 条，列出最长的 ${p.shown} 条`,
  },
  begin: { en: 'Start', zh: '开始' },
  end: { en: 'End', zh: '结束' },
  stillSo: { en: 'ongoing', zh: '仍持续' },
  lasted: { en: 'Duration', zh: '时长' },
  limit: { en: 'Limit', zh: '限值' },
  worst: { en: 'Worst', zh: '极值' },
  worstAt: { en: 'Worst at', zh: '极值时间' },
  why: { en: 'Verdict', zh: '判定' },
  tooWarm: { en: 'Too warm', zh: '超上限' },
  tooCold: { en: 'Too cold', zh: '超下限' },
  byDefrost: { en: 'Excused: defrost', zh: '豁免：除霜' },
  byDoor: { en: 'Excused: door open', zh: '豁免：开门' },
  silent: {
    en: (p: { duration: string }) => `${p.duration} of it without reports`,
    zh: (p: { duration: string }) => `其中 ${p.duration} 无数据`,
  },
  show: {
    en: (p: { time: string }) => `Show ${p.time} in the curve`,
    zh: (p: { time: string }) => `在曲线中查看 ${p.time}`,
  },
  withExcused: { en: 'Show excused periods', zh: '显示豁免的升温' },
  offline: word.offline,
  ofJudged: {
    en: (p: { share: string; duration: string }) => `${p.share} of ${p.duration}`,
    zh: (p: { share: string; duration: string }) => `${p.share}（共 ${p.duration}）`,
  },
  coverage: {
    en: (p: { judged: string; whole: string; share: string }) => `${p.judged} of ${p.whole} judged (${p.share})`,
    zh: (p: { judged: string; whole: string; share: string }) => `已判定 ${p.judged} / ${p.whole}（${p.share}）`,
  },
  none: { en: 'No excursion in this span', zh: '此时段内无温度超限' },
  noneHint: {
    en: 'The temperature stayed within its limits, or a defrost or an open door explains why it did not.',
    zh: '温度始终在限值内，或升温由除霜、开门引起。',
  },
  partly: {
    en: (p: { judged: string }) => `No excursion in the ${p.judged} judged`,
    zh: (p: { judged: string }) => `已判定的 ${p.judged}内无温度超限`,
  },
  partlyHint: {
    en: (p: { rest: string }) => `The other ${p.rest} could not be judged: too much for an all-clear.`,
    zh: (p: { rest: string }) => `其余 ${p.rest}无法判定，不能视为全程合格。`,
  },
  noReports: { en: 'No reports in this span', zh: '此时段内无上报数据' },
  noReportsHint: {
    en: 'It is not known whether the temperature stayed within its limits.',
    zh: '无法得知温度是否在限值内。',
  },
  noLimits: { en: 'Not judged: no limits', zh: '无温度限值，未作判定' },
  noLimitsHint: {
    en: 'The device has not reported its limits. Enter limits above to judge against them.',
    zh: '设备尚未上报温度限值。可在上方填写限值后判定。',
  },
  notMeasured: { en: 'This product does not measure cabinet temperature', zh: '该产品不测量柜内温度' },
  notMeasuredHint: {
    en: 'Its readings are on the History tab.',
    zh: '其数据请在“历史数据”中查看。',
  },
  bucket: {
    en: (p: { duration: string }) =>
      `Each point covers ${p.duration}: the line is the mean, the band lowest to highest. Excursions are judged on every report.`,
    zh: (p: { duration: string }) => `每个点代表 ${p.duration}：线为平均值，带为最低至最高。温度超限按每次上报判定。`,
  },
  summary: {
    en: ({ from, to, count }: Summary) =>
      `Cabinet temperature, ${from} – ${to}${count === null ? '' : `, ${count} ${count === 1 ? 'excursion' : 'excursions'}`}`,
    zh: ({ from, to, count }: Summary) => `柜内温度，${from} – ${to}${count === null ? '' : `，${count} 次温度超限`}`,
  },
})
