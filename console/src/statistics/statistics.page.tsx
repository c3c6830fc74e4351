import { createFileRoute } from '@tanstack/react-router'
import { StatisticsScreen } from './screen/statistics-screen.tsx'

export const Route = createFileRoute('/_signed-in/data/statistics')({ component: StatisticsScreen })
