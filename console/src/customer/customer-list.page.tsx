import { createFileRoute } from '@tanstack/react-router'
import { CustomerList } from './list/customer-list.tsx'

export const Route = createFileRoute('/_signed-in/customer')({ component: CustomerList })
