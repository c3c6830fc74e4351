import { words } from '../../platform/locale.ts'

export const treeText = words({
  order: { en: 'Order', zh: '排序' },
})
