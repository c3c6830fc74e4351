import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

export const productText = words({
  product: { en: 'Product series and model', zh: '产品系列与型号' },
  series: word.series,
  model: word.model,
  chooseModels: { en: 'Choose models', zh: '选择型号' },
  findModel: word.findAModel,
  noModel: { en: 'No model has this in its name', zh: '没有匹配的型号' },
  goneModel: { en: 'a deleted model', zh: '已不存在的型号' },
  moreReasons: {
    en: (p: { first: string; n: number }) => `${p.first} (and ${p.n} more)`,
    zh: (p: { first: string; n: number }) => `${p.first}（另有 ${p.n} 项）`,
  },
  allModels: word.allModels,
})
