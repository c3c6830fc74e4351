import { words } from '../platform/locale.ts'

export const productText = words({
  allModels: { en: 'All models', zh: '全部型号' },
  allOfSeries: { en: (p: { series: string }) => `All of ${p.series}`, zh: (p: { series: string }) => `${p.series}（全部型号）` },
})
