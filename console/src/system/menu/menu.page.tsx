import { createFileRoute } from '@tanstack/react-router'
import { MenuScreen } from './list/menu-screen.tsx'

export const Route = createFileRoute('/_signed-in/system/menu')({ component: MenuScreen })
