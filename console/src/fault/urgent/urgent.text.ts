import { counting } from '@brigade/contract/plural.ts'
import { words } from '../../platform/locale.ts'

type Many = { n: number; count: string }

export const urgentText = words({
  list: { en: 'What is wrong now', zh: '当前异常' },
  excursions: {
    en: (p: Many) => `Temperature outside its limits on ${counting(p.count, 'unit')}`,
    zh: (p: Many) => `${p.count} 台设备温度超限`,
  },
  silent: {
    en: (p: Many) => `${counting(p.count, 'unit')} offline`,
    zh: (p: Many) => `${p.count} 台设备离线`,
  },
  since: {
    en: (p: { time: string; duration: string }) => `since ${p.time}, ${p.duration}`,
    zh: (p: { time: string; duration: string }) => `自 ${p.time} 起，已 ${p.duration}`,
  },
  unacknowledged: { en: 'Nobody has acknowledged it', zh: '尚未确认' },
  unassigned: { en: 'Acknowledged, nobody is assigned', zh: '已确认，未指派' },
  assigned: { en: (p: { name: string }) => `With ${p.name}`, zh: (p: { name: string }) => `${p.name} 处理中` },
  visit: {
    en: (p: { name: string; time: string }) => `With ${p.name}, visit ${p.time}`,
    zh: (p: { name: string; time: string }) => `${p.name} 处理中，预约上门 ${p.time}`,
  },
  openList: { en: 'Open list', zh: '查看列表' },
  temperature: { en: 'Temperature', zh: '温度曲线' },
  whyOffline: { en: 'Why it is offline', zh: '离线原因' },
  onDevice: {
    en: (p: { act: string; sn: string }) => `${p.act}: ${p.sn}`,
    zh: (p: { act: string; sn: string }) => `${p.act}：${p.sn}`,
  },
  nothing: {
    en: 'Nothing is wrong as far as is known: no active critical fault, no temperature outside its limits, no device offline for too long.',
    zh: '目前没有已知异常：无未消除的紧急故障，无温度超限，无长时间离线的设备。',
  },
  onlyShelved: {
    en: (p: Many) =>
      p.n === 1
        ? 'Nothing else is wrong as far as is known: 1 record is shelved.'
        : `Nothing else is wrong as far as is known: ${p.count} records are shelved.`,
    zh: (p: Many) => `除已暂缓提醒的 ${p.count} 条外，目前没有已知异常。`,
  },
  more: {
    en: (p: Many) => (p.n === 1 ? '1 more is in the lists below.' : `${p.count} more are in the lists below.`),
    zh: (p: Many) => `另有 ${p.count} 条，见下方列表。`,
  },
})
