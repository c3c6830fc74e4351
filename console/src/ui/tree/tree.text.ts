import { words } from '@brigade/contract/text.ts'

export const treeText = words({
  order: { en: 'Order', zh: '排序' },
})
