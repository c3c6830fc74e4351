import { Box } from '../../ui/layout/layout.tsx'
import { ScrollRegion } from '../../ui/page/scroll-region.tsx'
import css from './log.module.css'

/** The body of a request or an answer is stored and displayed masked. */
export function LoggedBody({ title, value }: { title: string; value: unknown }) {
  return (
    <Box.section marginTop="20">
      <Box.h3 marginBottom="8">{title}</Box.h3>
      <ScrollRegion className={css.body} label={title}>
        <pre>{JSON.stringify(value, null, 2)}</pre>
      </ScrollRegion>
    </Box.section>
  )
}
