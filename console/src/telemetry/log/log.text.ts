import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

export const deviceLogText = words({
  title: { en: 'Device log', zh: '设备日志' },
  switch: { en: 'The device reports its log', zh: '设备上报日志' },
  isOn: { en: 'Reporting is on', zh: '日志上报已开启' },
  isOff: { en: 'Reporting is off', zh: '日志上报已关闭' },
  onSoon: { en: 'On. Takes effect when the device connects', zh: '已开启，设备上线后生效' },
  offSoon: { en: 'Off. Takes effect when the device connects', zh: '已关闭，设备上线后生效' },
  turnedOn: { en: 'The device is asked to report its log', zh: '已请求设备上报日志' },
  turnedOff: { en: 'The device is asked to stop reporting', zh: '已请求设备停止上报日志' },
  time: word.time,
  level: { en: 'Level', zh: '级别' },
  anyLevel: { en: 'Any level', zh: '全部级别' },
  keyword: { en: 'Keyword', zh: '关键词' },
  keywordHint: { en: 'Part of a line', zh: '日志中的文字' },
  between: word.between,
  module: word.module,
  code: { en: 'Code', zh: '代码' },
  trace: { en: 'Trace', zh: '追踪 ID' },
  content: { en: 'Line', zh: '内容' },
  open: { en: 'Show the line', zh: '查看日志' },
  copy: { en: 'Copy the line', zh: '复制内容' },
  emptyTitle: { en: 'No lines yet', zh: '暂无日志' },
  emptyHint: {
    en: 'Switch reporting on to see here what the device logs.',
    zh: '开启上报后，设备输出的日志将显示在这里。',
  },
})
