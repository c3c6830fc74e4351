import { word } from '@brigade/contract/word.text.ts'
import { counting } from '@brigade/contract/plural.ts'
import type { CommandStatus } from '@brigade/contract/command/command.model.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { words } from '@brigade/contract/text.ts'

type Range = { min: string; max: string }
/** A dash after a minus would be read as two. */
const rangeOf = ({ min, max }: Range): string => (min.startsWith('-') ? `${min} … ${max}` : `${min}–${max}`)

export const commandText = words({
  title: { en: 'Command', zh: '下发指令' },
  inDrawer: { en: 'Open in a drawer', zh: '在侧栏中打开' },
  open: { en: 'Open', zh: '打开' },
  noLast: { en: 'Nothing has been sent to this device yet.', zh: '尚未向该设备下发过指令。' },
  repeatLast: { en: 'Repeat last command', zh: '重复上一条指令' },
  repeatOpen: { en: 'It is still under way.', zh: '该指令仍在执行中。' },
  repeatReset: { en: 'A factory reset is not repeated from here.', zh: '恢复出厂设置不能在此重复。' },
  repeatUnknown: {
    en: 'The thing model no longer has what it sets or calls.',
    zh: '当前物模型中已没有该指令所用的功能。',
  },
  repeatNotAllowed: { en: 'The thing model no longer allows its values.', zh: '当前物模型已不允许这些取值。' },
  repeatAlready: { en: 'The device reports these values already.', zh: '设备当前上报的就是这些值。' },
  sentBy: { en: (p: { name: string }) => `by ${p.name}`, zh: (p: { name: string }) => `下发人：${p.name}` },
  stopCooking: { en: 'Stop cooking', zh: '停止烹饪' },
  kind: { en: 'Kind', zh: '指令类型' },
  setProperties: { en: 'Set properties', zh: '设置属性' },
  callService: { en: 'Call service', zh: '调用服务' },
  service: word.service,
  chooseService: { en: 'Choose a service', zh: '请选择服务' },
  read: { en: (p: { names: string }) => `Read ${p.names}`, zh: (p: { names: string }) => `读取 ${p.names}` },
  readMany: {
    en: (p: { count: number }) => `Read ${counting(p.count, 'property', 'properties')}`,
    zh: (p: { count: number }) => `读取 ${p.count} 项属性`,
  },
  noParameters: { en: 'This service takes no parameters.', zh: '该服务没有输入参数。' },
  noWritable: { en: 'This product has no property that can be set.', zh: '该产品没有可设置的属性。' },
  noServices: { en: 'This product has no services.', zh: '该产品没有服务。' },
  offlineTitle: { en: 'Commands cannot be sent', zh: '无法下发指令' },
  offline: {
    en: (p: { duration: string }) =>
      `The device has been offline for ${p.duration}. Commands are available again when it connects.`,
    zh: (p: { duration: string }) => `设备已离线 ${p.duration}，重新上线后即可下发指令。`,
  },
  neverOnline: {
    en: 'The device has never been online. Commands are available when it connects.',
    zh: '设备从未上线，首次上线后即可下发指令。',
  },
  noModelTitle: word.objectModelInformationIsIncomplete,
  noModel: {
    en: 'Publish a thing model for this product, then commands can be sent.',
    zh: '发布该产品的物模型后，即可下发指令。',
  },
  notAllowed: {
    en: 'Your role can view this device but not send commands to it.',
    zh: '您的角色可以查看此设备，但不能下发指令。',
  },

  range: { en: (p: Range) => rangeOf(p), zh: (p: Range) => rangeOf(p) },
  rangeStep: {
    en: (p: Range & { step: string }) => `${rangeOf(p)}, step ${p.step}`,
    zh: (p: Range & { step: string }) => `${rangeOf(p)}，步长 ${p.step}`,
  },
  bytes: {
    en: (p: { max: number }) => `At most ${counting(p.max, 'byte')}`,
    zh: (p: { max: number }) => `最多 ${p.max} 字节`,
  },
  was: { en: (p: { value: string }) => `was ${p.value}`, zh: (p: { value: string }) => `（原为${p.value}）` },
  leave: { en: 'Leave as is', zh: '不修改' },

  item: { en: (p: { n: number }) => `${p.n}`, zh: (p: { n: number }) => `${p.n}` },
  addItem: {
    en: (p: { n: number; max: number }) => `Add (${p.n} of ${p.max})`,
    zh: (p: { n: number; max: number }) => `添加（${p.n} / ${p.max}）`,
  },
  isFirst: { en: 'Already the first', zh: '已是第一项' },
  full: { en: (p: { max: number }) => `At most ${p.max}`, zh: (p: { max: number }) => `最多 ${p.max} 项` },
  removeItem: { en: (p: { n: number }) => `Remove ${p.n}`, zh: (p: { n: number }) => `移除第 ${p.n} 项` },
  moveUp: { en: (p: { n: number }) => `Move ${p.n} up`, zh: (p: { n: number }) => `上移第 ${p.n} 项` },
  copyItem: { en: (p: { n: number }) => `Copy ${p.n}`, zh: (p: { n: number }) => `复制第 ${p.n} 项` },
  listEmpty: { en: 'None yet', zh: '暂无内容' },

  call: { en: 'Call', zh: '调用' },
  target: {
    en: (p: { name: string; sn: string }) => `On ${p.name}, ${p.sn}`,
    zh: (p: { name: string; sn: string }) => `目标设备：${p.name}，${p.sn}`,
  },
  acts: {
    en: 'Takes effect on 1 device immediately. The outcome is awaited for 60 s; without a reply it may remain unknown whether the command was carried out.',
    zh: '将立即在 1 台设备上生效。系统最多等待 60 秒；如设备未应答，可能无法确定是否已执行。',
  },
  targets: {
    en: (p: { devices: number; online: number }) => `On ${counting(p.devices, 'device')}, ${p.online} of them online`,
    zh: (p: { devices: number; online: number }) => `目标设备：${p.devices} 台，其中 ${p.online} 台在线`,
  },
  actsOnMany: {
    en: (p: { devices: number }) =>
      `Takes effect on ${counting(p.devices, 'device')} immediately; offline ones are left out. Outcomes are awaited for 60 s; without a reply it may remain unknown whether the command was carried out.`,
    zh: (p: { devices: number }) =>
      `将立即在 ${p.devices} 台设备上生效，离线设备不下发。系统最多等待 60 秒；如设备未应答，可能无法确定是否已执行。`,
  },
  resetWarning: {
    en: 'Factory reset returns every setting of this device to its factory state. It cannot be undone from here.',
    zh: '恢复出厂设置会将该设备的全部设置还原为出厂状态，且无法在此撤销。',
  },
  heatWarning: {
    en: 'This heats the oven remotely. Somebody may be standing at it, or have left something in it.',
    zh: '该指令会远程启动加热。设备旁可能有人，腔内也可能留有物品。',
  },
  heatCondition: {
    en: 'I have made sure that nobody is at the oven, the door is shut, and its contents may be heated',
    zh: '我已确认设备旁无人操作、炉门已关闭，且腔内物品可以加热',
  },
  cancel: word.cancel,
  next: { en: 'Review', zh: '下一步' },
  sendValues: {
    en: (p: { count: number }) => (p.count === 1 ? 'Send 1 value' : `Send ${p.count} values`),
    zh: (p: { count: number }) => `下发 ${p.count} 项`,
  },
  sendCall: { en: (p: { name: string }) => `Send: ${p.name}`, zh: (p: { name: string }) => `下发：${p.name}` },
  fixFirst: { en: 'Correct the marked fields first', zh: '请先修正标红的内容' },
  enterFirst: { en: 'Fill in the remaining fields first', zh: '请先填写其余内容' },
  nothingChanged: { en: 'Change a value to send it.', zh: '修改任一属性后即可下发。' },

  connecting: { en: 'connecting', zh: '连接中' },
  waiting: { en: 'connected, waiting for reply', zh: '已连接，等待应答' },
  connectionFailed: { en: 'Connection failed', zh: '连接失败' },
  received: { en: 'received, carrying out', zh: '设备已收到，执行中' },
  ofSeconds: {
    en: (p: { s: number; of: number }) => `${p.s} / ${p.of} s`,
    zh: (p: { s: number; of: number }) => `${p.s} / ${p.of} 秒`,
  },
  after: {
    en: (p: { duration: string }) => `after ${p.duration}`,
    zh: (p: { duration: string }) => `用时 ${p.duration}`,
  },
  dismiss: { en: 'Dismiss', zh: '关闭' },
  sentTimes: {
    en: (p: { times: number }) => `sent ${counting(p.times, 'time')}`,
    zh: (p: { times: number }) => `共下发 ${p.times} 次`,
  },
  late: { en: 'The device answered after the 60 seconds', zh: '设备在 60 秒之后才应答' },

  time: { en: 'Sent', zh: '下发时间' },
  command: word.command,
  status: word.status,
  between: word.between,
  took: { en: 'Took', zh: '用时' },
  seconds: { en: (p: { s: string }) => `${p.s} s`, zh: (p: { s: string }) => `${p.s} 秒` },
  by: word.by,
  answer: { en: 'Answer', zh: '应答' },
  batch: { en: 'Batch', zh: '批量指令' },
  openBatch: word.showIt,
  anyStatus: word.anyStatus,
  refused: { en: 'Refused by the device', zh: '设备拒绝执行' },
  code: { en: (p: { code: number }) => `code ${p.code}`, zh: (p: { code: number }) => `返回码 ${p.code}` },
  empty: { en: 'No commands yet', zh: '暂无指令' },
  emptyHint: {
    en: 'Commands sent to this device are listed here with their outcome.',
    zh: '下发到该设备的指令及其结果将显示在这里。',
  },
  property: { en: 'Property set', zh: '设置属性' },
})

export const commandStatusWords: Readonly<Record<CommandStatus, Words>> = {
  created: { en: 'Created', zh: '已创建' },
  sent: { en: 'Sent', zh: '已下发' },
  acknowledged: { en: 'Acknowledged', zh: '设备已收到' },
  succeeded: word.succeeded,
  failed: word.failed,
  unknown: { en: 'Arrival unknown', zh: '送达未知' },
  timed_out: { en: 'Timed out', zh: '超时' },
  late: { en: 'Late answer', zh: '超时后应答' },
}
