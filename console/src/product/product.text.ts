import { words } from '../platform/locale.ts'

export const productText = words({
  product: { en: 'Product series and model', zh: '产品系列与型号' },
  series: { en: 'Series', zh: '产品系列' },
  model: { en: 'Model', zh: '产品型号' },
  allModels: { en: 'All models', zh: '全部型号' },
})
