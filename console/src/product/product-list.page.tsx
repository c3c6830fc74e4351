import { createFileRoute } from '@tanstack/react-router'
import { ModelList } from './model/model-list.tsx'

export const Route = createFileRoute('/_signed-in/product/model')({ component: ModelList })
