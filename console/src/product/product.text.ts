import { words } from '../platform/locale.ts'

export const productText = words({
  allOfSeries: {
    en: (p: { series: string }) => `All of ${p.series}`,
    zh: (p: { series: string }) => `${p.series}（全部型号）`,
  },
})
