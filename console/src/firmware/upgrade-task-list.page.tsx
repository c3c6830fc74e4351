import { createFileRoute } from '@tanstack/react-router'
import { TaskScreen } from './task/task-screen.tsx'

export const Route = createFileRoute('/_signed-in/fota/task')({ component: TaskScreen })
