import type { ReactNode } from 'react'
import { Box } from '../../ui/layout/layout.tsx'
import type { Placed } from './model-problems.ts'

/** All that is wrong at one place: a line each. */
export function Messages({ problems }: { problems: readonly Placed[] }) {
  return [...new Set(problems.map(({ message }) => message))].map((message) => (
    <Box.span key={message} block>
      {message}
    </Box.span>
  ))
}

/** The same for a field, which shows no error if there is none. */
export const errorOf = (problems: readonly Placed[]): ReactNode =>
  problems.length === 0 ? undefined : <Messages problems={problems} />
