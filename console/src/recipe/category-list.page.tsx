import { createFileRoute } from '@tanstack/react-router'
import { CategoryList } from './category/category-list.tsx'

export const Route = createFileRoute('/_signed-in/recipeManage/recipeTypeList')({ component: CategoryList })
