import { word } from '@brigade/contract/word.text.ts'
import { counting } from '@brigade/contract/plural.ts'
import { words } from '@brigade/contract/text.ts'

export const configText = words({
  title: { en: 'Remote configuration', zh: '远程配置' },
  about: {
    en: 'A JSON object that devices of this model fetch when they start, or receive when it is pushed.',
    zh: '该型号的设备启动时获取的 JSON 对象，也可主动推送至在线设备。',
  },
  version: {
    en: (p: { version: number }) => `Version ${p.version}`,
    zh: (p: { version: number }) => `版本 ${p.version}`,
  },
  savedBy: {
    en: (p: { version: number; time: string; by: string }) => `Version ${p.version} · ${p.time} · ${p.by}`,
    zh: (p: { version: number; time: string; by: string }) => `版本 ${p.version} · ${p.time} · ${p.by}`,
  },
  noneYet: { en: 'None saved yet', zh: '尚未保存' },
  content: { en: 'Configuration (JSON)', zh: '配置内容（JSON）' },
  bytes: {
    en: (p: { bytes: string; max: string }) => `${p.bytes} of ${counting(p.max, 'byte')}`,
    zh: (p: { bytes: string; max: string }) => `${p.bytes} / ${p.max} 字节`,
  },
  fault: {
    en: (p: { line: number; column: number }) => `Not JSON: line ${p.line}, column ${p.column}`,
    zh: (p: { line: number; column: number }) => `JSON 有误：第 ${p.line} 行，第 ${p.column} 列`,
  },
  cutOff: {
    en: (p: { line: number }) => `Not JSON: it ends too early, in line ${p.line}`,
    zh: (p: { line: number }) => `JSON 有误：内容不完整，在第 ${p.line} 行结束`,
  },
  noObject: { en: 'It must be an object: { … }', zh: '必须是 JSON 对象：{ … }' },
  tooLong: { en: 'At most 64 KB', zh: '不能超过 64 KB' },
  toFault: { en: 'Go to the error', zh: '定位错误' },
  arrange: { en: 'Format', zh: '格式化' },
  arrangeNot: { en: 'Correct it first', zh: '请先修正错误' },
  note: { en: 'What was changed', zh: '修改说明' },
  push: { en: 'Push to online devices now', zh: '保存后立即推送至在线设备' },
  save: { en: 'Save as a new version', zh: '保存为新版本' },
  unchanged: { en: 'Nothing was changed', zh: '内容未修改' },
  saved: {
    en: (p: { version: number }) => `Version ${p.version} saved`,
    zh: (p: { version: number }) => `版本 ${p.version} 已保存`,
  },
  savedPushed: {
    en: (p: { version: number }) => `Version ${p.version} saved and being pushed to online devices`,
    zh: (p: { version: number }) => `版本 ${p.version} 已保存，正在推送至在线设备`,
  },
  undo: { en: 'Back to saved version', zh: '恢复为已保存内容' },

  devices: { en: 'On devices', zh: '设备生效情况' },
  have: {
    en: (p: { current: string; devices: string; version: number }) =>
      `${p.current} of ${p.devices} have version ${p.version}`,
    zh: (p: { current: string; devices: string; version: number }) =>
      `${p.devices} 台设备中，${p.current} 台已获取版本 ${p.version}`,
  },
  noDevices: { en: 'This model has no devices yet.', zh: '该型号暂无设备。' },
  afterSave: { en: 'Save a configuration first', zh: '请先保存配置' },
  pushNow: { en: 'Push to online devices', zh: '推送至在线设备' },
  pushBody: {
    en: (p: { missing: string; version: number }) =>
      `Version ${p.version} is pushed to online devices now; ${p.missing} do not have it yet. Offline devices fetch it when they start.`,
    zh: (p: { missing: string; version: number }) =>
      `立即向在线设备推送版本 ${p.version}，目前 ${p.missing} 台尚未获取。离线设备将在启动时自行获取。`,
  },
  pushed: { en: 'Being pushed to online devices', zh: '正在推送至在线设备' },

  versions: { en: 'Earlier versions', zh: '历史版本' },
  noVersions: { en: 'The ten versions before the saved one are listed here.', zh: '此处保留最近 10 个历史版本。' },
  versionColumn: word.version,
  time: { en: 'Saved', zh: '保存时间' },
  by: word.by,
  compare: {
    en: (p: { version: number }) => `Difference from version ${p.version}`,
    zh: (p: { version: number }) => `与版本 ${p.version} 的差异`,
  },
  compareAction: { en: 'Show the difference', zh: '查看差异' },
  takeUp: { en: 'Load into the editor', zh: '载入编辑器' },
  takenUp: {
    en: (p: { version: number }) => `Version ${p.version} is in the editor; save it to use it`,
    zh: (p: { version: number }) => `版本 ${p.version} 已载入编辑器，保存后生效`,
  },
  difference: { en: 'Difference from the saved version', zh: '与已保存版本的差异' },
  theirs: {
    en: (p: { version: number; by: string }) => `version ${p.version} by ${p.by}`,
    zh: (p: { version: number; by: string }) => `${p.by}保存的版本 ${p.version}`,
  },
  mine: { en: 'content of the editor', zh: '编辑器中的内容' },
})
