import { words } from '@brigade/contract/text.ts'

export const mapText = words({
  southChinaSea: { en: 'South China Sea', zh: '南海诸岛' },
  noFigure: { en: 'No figure', zh: '暂无数据' },
})
