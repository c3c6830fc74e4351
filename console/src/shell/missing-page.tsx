import { Button } from '../ui/button/button.tsx'
import { go } from '../platform/navigate.ts'
import { StillPage } from './still-page.tsx'

type Props = {
  /** The title repeats the server's message that the record does not exist. */
  title: string
  /** The text explains why the page may be missing. */
  children: string
  back: { href: string; label: string }
}

/** A detail page shows this with a way back to the list if the server answers 404. */
export function MissingPage({ title, children, back }: Props) {
  return (
    <StillPage
      icon="search"
      title={title}
      actions={
        <Button icon="arrow-left" onClick={() => go(back.href)}>
          {back.label}
        </Button>
      }
    >
      {children}
    </StillPage>
  )
}
