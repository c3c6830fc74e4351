import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import type { Act } from '../../shell/acts/act.ts'
import { seriesText } from './series.text.ts'

export const addSeries = {
  key: 'product-series.add',
  icon: 'plus',
  label: seriesText.add,
  code: productApi.addSeries.access,
  isPlatforms: true,
  href: '/product/series',
} as const satisfies Act
