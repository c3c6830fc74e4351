import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { word } from '@brigade/contract/word.text.ts'
import type { Act } from '../shell/acts/act.ts'
import { listPath } from './product-address.ts'

export const productActs = {
  add: {
    key: 'product.add',
    icon: 'plus',
    label: { en: 'Add product model', zh: '新增产品型号' },
    button: word.addModel,
    code: productApi.add.access,
    isPlatforms: true,
    href: listPath,
  },
  publish: {
    key: 'thing-model.publish',
    icon: 'send',
    label: { en: 'Publish thing model', zh: '发布物模型' },
    button: word.publish,
    code: thingModelApi.publish.access,
    isPlatforms: true,
  },
} as const satisfies Record<string, Act>
