import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { useState, type ReactNode } from 'react'
import { usePlatformCan } from '../../platform/can.ts'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { remember, remembered } from '../../platform/remember.ts'
import { Button } from '../../ui/button/button.tsx'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { Box, Grid, Row, Text } from '../../ui/layout/layout.tsx'
import { detailHref, draftHref } from '../product-address.ts'
import css from './getting-started.module.css'
import { gettingStartedText } from './detail.text.ts'
import { startSteps, type StepKey, type StepState } from './start-steps.ts'

const dismissedKey = 'product.start.dismissed'
const readIds = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.map(String) : undefined
/** The oldest is forgotten: a dismissed strip that comes back once in a while does no harm. */
const maxRemembered = 200

const shapes = { done: 'completed', next: 'preheating', open: 'standby' } as const satisfies Record<StepState, string>

/** The setup steps of a model for accounts that may do them, each with its state and a link. */
export function GettingStarted({ product, onEdit }: { product: ProductDetail; onEdit: () => void }) {
  const w = useWords(gettingStartedText)
  const can = usePlatformCan()
  const { id } = product
  const [dismissed, setDismissed] = useState(() => remembered(dismissedKey, readIds, []))
  const steps = startSteps(product)
  const doneCount = steps.filter(({ state }) => state === 'done').length
  if (!can('product:update') || dismissed.includes(id) || doneCount === steps.length) return null

  const dismiss = (): void => {
    const next = [...dismissed, id].slice(-maxRemembered)
    remember(dismissedKey, next)
    setDismissed(next)
  }
  const { functions, draftFunctions, version, templates, languages, registered, devices } = product
  const count = Math.max(functions, draftFunctions)
  const stepWords: Readonly<Record<StepKey, { label: string; done: string; open: string; href?: string }>> = {
    basics: { label: w.basics, done: w.basicsDone, open: w.basicsOpen },
    functions: { label: w.functions, done: w.functionsDone({ count }), open: w.functionsOpen, href: draftHref(id) },
    publish: {
      label: w.publish,
      done: version === null ? '' : w.publishDone(version),
      open: w.publishOpen,
      href: version === null ? draftHref(id) : detailHref(id, 'versions'),
    },
    templates: {
      label: w.templates,
      done: w.templatesSome({ count: templates }),
      open: w.templatesOpen,
      href: detailHref(id, 'templates'),
    },
    languages: {
      label: w.languages,
      done: w.languagesDone({ count: languages }),
      open: w.languagesOpen,
      href: detailHref(id, 'languages'),
    },
    devices: {
      label: w.devices,
      done: w.devicesDone({ count: formatNumber(Math.max(registered, devices)) }),
      open: w.devicesOpen,
      href: detailHref(id, 'devices'),
    },
  }
  const states = { done: w.done, next: w.next, open: w.open }
  return (
    <Box.section margin="0 24 12" border="line" radius="m" ground="canvas" aria-label={w.title}>
      <Row gap="12" padding="4 4 0 16" align="center" className={css.head}>
        <Text.h2 size="s">{w.title}</Text.h2>
        <span>{w.progress({ done: doneCount, all: steps.length })}</span>
        <Button look="quiet" size="small" onClick={dismiss}>
          {w.dismiss}
        </Button>
      </Row>
      <Grid.ol padding="0 4 4" className={css.steps}>
        {steps.map(({ key, state }) => (
          <li key={key} className={css[state]} aria-current={state === 'next' ? 'step' : undefined}>
            <Step href={stepWords[key].href} onClick={onEdit}>
              <StateShape name={shapes[state]} {...(state === 'next' ? { tone: 'accent' as const } : {})} />
              <span>
                <Text.b weight="500" block>
                  {stepWords[key].label}
                </Text.b>
                <Text.small size="xs" line="16" tone="ink-3" block>
                  {state === 'done' ? stepWords[key].done : stepWords[key].open}
                </Text.small>
              </span>
              <span className="vh">{states[state]}</span>
            </Step>
          </li>
        ))}
      </Grid.ol>
    </Box.section>
  )
}

/** Links to the place of the step; the basics are edited beside the page. */
function Step({ href, onClick, children }: { href: string | undefined; onClick: () => void; children: ReactNode }) {
  return href === undefined ? (
    <button type="button" onClick={onClick}>
      {children}
    </button>
  ) : (
    <a href={href}>{children}</a>
  )
}
