import { createFileRoute } from '@tanstack/react-router'
import { PartsScreen } from './parts-screen.tsx'

export const Route = createFileRoute('/_signed-in/system/partsPurchase')({ component: PartsScreen })
