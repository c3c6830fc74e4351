import { word } from '@brigade/contract/word.text.ts'
import { counting } from '@brigade/contract/plural.ts'
import { words } from '@brigade/contract/text.ts'

type Count = { count: string }

/** Texts of the map and the table of devices by place. */
export const deviceMapText = words({
  title: { en: 'Devices by place', zh: '设备分布' },
  china: { en: 'China', zh: '全国' },
  path: word.place,
  noPlaces: { en: 'No devices here match these filters.', zh: '当前筛选条件下，该地区没有设备。' },
  place: { en: 'Place', zh: '地区' },
  devices: word.deviceCount,
  online: word.online,
  faulty: { en: 'With an open fault', zh: '有未关闭故障' },
  faultyColumn: { en: 'Faulty', zh: '有故障' },
  abroad: { en: 'Abroad', zh: '境外' },
  abroadHint: { en: 'Grouped by the place entered', zh: '按填写的地点统计' },
  elsewhere: { en: 'Place not given', zh: '未填写地区' },
  lessExact: { en: 'No closer place given', zh: '未填写下级地区' },
  few: { en: 'Few', zh: '少' },
  most: { en: (p: Count) => `Most: ${p.count}`, zh: (p: Count) => `最多 ${p.count}` },
  picture: {
    en: (p: { place: string } & Count) =>
      `Map of ${p.place}: ${counting(p.count, 'device')}. The table beside it has the same figures.`,
    zh: (p: { place: string } & Count) => `${p.place}地图，共 ${p.count} 台设备，旁边的表格列出相同数据。`,
  },
  found: { en: (p: Count) => `${counting(p.count, 'device')} found`, zh: (p: Count) => `共 ${p.count} 台设备` },
  noShapes: {
    en: 'There is no closer map of this place; see the table for its parts.',
    zh: '暂无该地区的下级地图，请查看右侧表格。',
  },
  source: { en: (p: { source: string }) => `Map: ${p.source}`, zh: (p: { source: string }) => `地图数据：${p.source}` },
  noMap: { en: 'The map could not be loaded; the table has the same figures.', zh: '地图加载失败，请查看右侧表格。' },
})
