import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

type Count = { count: number }
export const batchText = words({
  title: { en: 'Send a command to many devices', zh: '批量下发指令' },
  about: {
    en: (p: { devices: number; online: number }) => `${p.devices} chosen, ${p.online} of them online`,
    zh: (p: { devices: number; online: number }) => `已选 ${p.devices} 台，其中 ${p.online} 台在线`,
  },
  asking: { en: 'Checking the devices …', zh: '正在确认设备 …' },
  severalTitle: { en: 'Several product models selected', zh: '所选设备属于多个产品型号' },
  several: {
    en: 'A batch goes to devices of one model and follows its thing model. Filter the list by model first.',
    zh: '批量指令按物模型下发，只能面向同一型号。请先按产品型号筛选。',
  },
  noneTitle: { en: 'No devices', zh: '没有设备' },
  none: { en: 'No device is selected, or it no longer exists.', zh: '未选择设备，或设备已不存在。' },
  tooManyTitle: { en: 'Too many devices', zh: '设备数量超出上限' },
  tooMany: {
    en: 'A batch goes to at most 10,000 devices. Narrow the filters.',
    zh: '批量指令最多下发给 10,000 台设备，请缩小筛选范围。',
  },
  offlineTitle: { en: 'All devices are offline', zh: '所选设备全部离线' },
  offline: {
    en: 'Commands only reach online devices. For offline devices, set a desired value on the device page.',
    zh: '指令只能到达在线设备。离线设备可在设备详情中设置期望值。',
  },
  noModelTitle: word.objectModelInformationIsIncomplete,
  noModel: {
    en: 'Publish a thing model for this product, then commands can be sent.',
    zh: '发布该产品的物模型后，即可下发指令。',
  },
  form: { en: 'What is sent', zh: '指令内容' },
  result: { en: 'Devices of this batch', zh: '执行明细' },
  resultTitle: { en: 'Batch of commands', zh: '批量指令' },
  progress: {
    en: (p: { done: number; total: number }) => `${p.done} of ${p.total} finished`,
    zh: (p: { done: number; total: number }) => `已完成 ${p.done} / ${p.total} 台`,
  },
  continues: {
    en: 'The batch continues when you close this; its progress is shown under Jobs.',
    zh: '关闭窗口不影响执行，进度可在任务列表中查看。',
  },
  open: { en: (p: Count) => `Under way ${p.count}`, zh: (p: Count) => `执行中 ${p.count}` },
  succeeded: { en: (p: Count) => `Succeeded ${p.count}`, zh: (p: Count) => `成功 ${p.count}` },
  failed: { en: (p: Count) => `Failed ${p.count}`, zh: (p: Count) => `失败 ${p.count}` },
  unknown: { en: (p: Count) => `Unknown ${p.count}`, zh: (p: Count) => `结果未知 ${p.count}` },
  refused: { en: (p: Count) => `Not sent ${p.count}`, zh: (p: Count) => `未下发 ${p.count}` },
  all: { en: (p: Count) => `All ${p.count}`, zh: (p: Count) => `全部 ${p.count}` },
  outcomes: { en: 'Outcome', zh: '执行结果' },
  sn: word.sn,
  deletedSn: { en: (p: { sn: string }) => `${p.sn} (deleted)`, zh: (p: { sn: string }) => `${p.sn}（已删除）` },
  name: word.name,
  status: { en: 'Outcome', zh: '结果' },
  notSent: { en: 'Not sent', zh: '未下发' },
  waiting: { en: 'Waiting for its turn', zh: '等待下发' },
  reason: word.reason,
  finished: { en: 'Finished', zh: '完成时间' },
  emptyTitle: { en: 'No device has this outcome', zh: '没有符合该结果的设备' },
  close: word.close,
})
