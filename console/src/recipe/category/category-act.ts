import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import type { Act } from '../../shell/acts/act.ts'
import { categoryText } from './category.text.ts'

export const addCategory = {
  key: 'recipe-category.add',
  icon: 'plus',
  label: { en: 'Add recipe category', zh: '新增菜谱分类' },
  button: categoryText.add,
  code: filingApi.addCategory.access,
  href: '/recipeManage/recipeTypeList',
} as const satisfies Act
