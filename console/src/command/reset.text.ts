import { words } from '@brigade/contract/text.ts'

export const resetText = words({
  reset: { en: 'Restore factory settings', zh: '恢复出厂设置' },
  offline: { en: 'The device is offline: commands cannot reach it', zh: '设备离线，无法下发指令' },
  noService: {
    en: 'Devices of this product cannot be reset to factory settings remotely',
    zh: '该产品的设备不支持远程恢复出厂设置',
  },
  cooler: {
    en: 'The set-point, the temperature limits, the alarm delay and the defrost settings return to their factory values. The device keeps cooling with those settings: check that they suit what is stored in it.',
    zh: '设定温度、温度上下限、告警延时和除霜参数将恢复为出厂值。设备会按出厂值继续制冷，请确认适合柜内存放的物品。',
  },
  oven: {
    en: 'All settings of the oven, and recipes stored on it, return to their factory state. A running programme is stopped.',
    zh: '烤箱的全部设置及本机保存的菜谱将恢复为出厂状态，正在运行的程序会被停止。',
  },
  keeps: {
    en: 'The device stays with its customer, and its history is kept. This cannot be undone.',
    zh: '设备仍归属当前客户，历史数据会保留。此操作不可撤销。',
  },
  sent: { en: 'Factory reset sent', zh: '已下发恢复出厂设置指令' },
})
