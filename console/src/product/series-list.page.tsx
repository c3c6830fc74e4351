import { createFileRoute } from '@tanstack/react-router'
import { SeriesList } from './series/series-list.tsx'

export const Route = createFileRoute('/_signed-in/product/series')({ component: SeriesList })
