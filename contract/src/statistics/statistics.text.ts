import { texts } from '../text.ts'

export const statisticsText = texts('statistics', {
  range: {
    en: 'Choose a first and a last day, at most 366 days',
    zh: '请选择起止日期，最多 366 天',
    status: 422,
  },
  topPair: { en: 'This list cannot be sorted by that', zh: '该排行榜不支持此排序', status: 422 },
  unknownOrganisation: { en: 'There is no such organisation', zh: '组织不存在', status: 404 },
  unknownProduct: { en: 'There is no such product model or series', zh: '产品型号或系列不存在', status: 404 },
  noTarget: { en: 'This figure has no target', zh: '该指标不支持设置目标值', status: 422 },
  targetChanged: {
    en: 'Somebody else has just changed this target',
    zh: '目标值刚被他人修改，请刷新后重试',
    status: 409,
  },
})
