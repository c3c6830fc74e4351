import { createFileRoute } from '@tanstack/react-router'
import { AppUserList } from './list/app-user-list.tsx'

export const Route = createFileRoute('/_signed-in/userList')({ component: AppUserList })
