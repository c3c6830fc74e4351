import { createFileRoute } from '@tanstack/react-router'
import { WallSettingScreen } from './wall-setting-screen.tsx'

export const Route = createFileRoute('/_signed-in/data/wallSetting')({ component: WallSettingScreen })
