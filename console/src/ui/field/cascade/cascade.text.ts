import { words } from '@brigade/contract/text.ts'

/** Words of the cascade: a path through levels in one field. */
export const cascadeText = words({
  notThere: { en: 'No longer there', zh: '已不存在' },
  nothingHere: { en: 'Nothing here', zh: '暂无选项' },
  level: { en: (p: { n: number }) => `Level ${p.n}`, zh: (p: { n: number }) => `第 ${p.n} 级` },
  opensMore: { en: 'Right arrow opens the next level', zh: '按右方向键展开下级' },
  keys: { en: 'Choose any level · type to find', zh: '可选任意一级 · 输入文字可查找' },
})
