import { Id } from '@brigade/contract/field.ts'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { useListSearch } from '../shell/use-list-search.ts'
import { MessageList } from './list/message-list.tsx'

export const Route = createFileRoute('/_signed-in/message/list')({ component: Messages })

/** The message that is open beside the list; the list itself reads the rest of the address. */
const MessagesSearch = z.object({ id: Id.optional() })

function Messages() {
  const [{ id }, change] = useListSearch(MessagesSearch)
  return <MessageList id={id} onOpen={(opened) => change({ id: opened })} />
}
