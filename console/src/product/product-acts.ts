import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import type { Act } from '../shell/acts/act.ts'
import { draftText } from './draft/draft.text.ts'
import { modelListText } from './model/model-list.text.ts'
import { listPath } from './product-address.ts'
import { seriesText } from './series/series.text.ts'

export const productActs = {
  add: {
    key: 'product.add',
    icon: 'plus',
    label: { en: 'Add product model', zh: '新增产品型号' },
    button: modelListText.add,
    code: productApi.add.access,
    isPlatforms: true,
    href: listPath,
  },
  addSeries: {
    key: 'product-series.add',
    icon: 'plus',
    label: seriesText.add,
    code: productApi.addSeries.access,
    isPlatforms: true,
    href: '/product/series',
  },
  publish: {
    key: 'thing-model.publish',
    icon: 'send',
    label: draftText.publish,
    code: thingModelApi.publish.access,
    isPlatforms: true,
  },
} as const satisfies Record<string, Act>
