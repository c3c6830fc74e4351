import { emptyTemplate } from '@brigade/contract/product/template/propose-template.ts'
import { templateFaults } from '@brigade/contract/product/template/template.rules.ts'
import type { TemplateContents, TemplateKind } from '@brigade/contract/product/template/template.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { templateKindWords } from '@brigade/contract/product/product.text.ts'
import { useMemo, useRef, useState } from 'react'
import { usePlatformCan } from '../../platform/can.ts'
import { useLocale, useNameOf, useWords } from '../../platform/locale.ts'
import { toastDone, toastError } from '../../platform/toast.ts'
import { UnsavedGuard } from '../../shell/unsaved-guard.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { faultMessages, contentProblems, goToPlace, placeOf } from './problem-places.ts'
import { FaultList } from './fault-list.tsx'
import { TemplateFormContext, newElementId, noFunctions, type TemplateContext } from './field/template-context.ts'
import { TemplateClash } from './template-clash.tsx'
import { TemplateEmpty } from './template-empty.tsx'
import { TemplateFoot } from './template-foot.tsx'
import { TemplateHead } from './template-head.tsx'
import type { TemplateParts } from './template-parts.ts'
import { TemplatePhones } from './template-phones.tsx'
import css from './template.module.css'
import type { TemplateState } from './template-work.ts'
import { templateText } from './field/template.text.ts'
import { useTemplateDraft } from './use-template-draft.ts'

type Props<K extends TemplateKind> = TemplateParts<K> & {
  state: TemplateState<TemplateContents[K]>
  model: ThingModel | null
}

/** Where the address says which template it is. */
const guarded = ['tab', 'id']

/** Form on the left, phone on the right, what is wrong above, saving and publishing below. */
export function TemplateEditor<K extends TemplateKind>({ product, work, Form, Preview, state, model }: Props<K>) {
  const w = useWords(templateText)
  const nameOf = useNameOf()
  const can = usePlatformCan()
  const [mayEdit, mayPublish] = [can('product-template:update'), can('product-template:publish')]
  const draft = useTemplateDraft(work, product.id, state)
  const { typed, setTyped, base } = draft
  const [at, setAt] = useState<string | null>(null)
  const list = useRef<HTMLElement>(null)
  const checked = useChecked(work, typed, model, state.faults)
  const { problems, faults, context } = checked

  const propose = (): void => {
    setTyped(emptyTemplate(work.kind, model ?? noFunctions, newElementId))
    toastDone(w.proposed)
  }
  const isRight = (): boolean => {
    const [first] = Object.keys(problems)
    if (first === undefined) return true
    checked.sayAll()
    // Once the words stand there.
    requestAnimationFrame(() => goToPlace(first))
    return false
  }
  const save = async (): Promise<void> => {
    if (typed !== null && isRight() && (await draft.save(typed))) toastDone(w.saved)
  }
  const mayGoOut = (): boolean => {
    if (!isRight()) return false
    if (faults.length === 0) return true
    toastError(w.notPublished({ n: faults.length }))
    list.current?.focus()
    list.current?.scrollIntoView({ block: 'center' })
    return false
  }
  const publish = async (): Promise<void> => {
    if (typed !== null && (await draft.publish(typed))) toastDone(w.publishedDone)
  }
  const name = nameOf(templateKindWords[work.kind])
  if (typed === null)
    return (
      <TemplateEmpty
        name={name}
        hasModel={model !== null}
        mayEdit={mayEdit}
        onPropose={propose}
        onBlank={() => setTyped(work.blank)}
      />
    )
  return (
    <div className={css.bench}>
      <TemplateHead name={name} kind={work.kind} state={base} />
      <FaultList faults={faults} mayEdit={mayEdit} ref={list} />
      {draft.clash === null ? (
        <RefusedNote message={draft.refused} />
      ) : (
        <TemplateClash clash={draft.clash} base={base} typed={typed} onGoOn={draft.goOn} />
      )}
      <TemplatePhones
        product={product}
        Preview={Preview}
        typed={typed}
        published={base.published}
        model={model ?? noFunctions}
        at={at}
        form={
          <TemplateFormContext value={context}>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the focus of the fields in it */}
            <form
              className={css.form}
              aria-label={w.formOf({ name })}
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                void save()
              }}
              onFocus={(event) => setAt(placeOf(event.target))}
              onBlur={(event) => checked.leave(placeOf(event.target))}
            >
              <fieldset className={css.fields} disabled={!mayEdit || draft.busy !== null}>
                <Form value={typed} onChange={setTyped} />
              </fieldset>
            </form>
          </TemplateFormContext>
        }
      />
      {mayEdit || mayPublish ? (
        <TemplateFoot
          name={name}
          product={nameOf(product.name)}
          problems={checked.shownPlaces}
          isDirty={draft.isDirty}
          hasDraft={base.draft !== null}
          hasPublished={base.published !== null}
          busy={draft.busy}
          mayEdit={mayEdit}
          mayPublish={mayPublish}
          mayGoOut={mayGoOut}
          onSave={save}
          onPublish={publish}
          onUndo={() => setTyped(base.draft ?? base.published)}
          onTakePublished={() => {
            setTyped(base.published)
            toastDone(w.tookPublished)
          }}
        />
      ) : null}
      <UnsavedGuard when={draft.isDirty} keys={guarded} />
    </div>
  )
}

type Checked = {
  problems: Readonly<Record<string, string>>
  /** What does not fit the published thing model, but for what is not complete anyway. */
  faults: TemplateState<unknown>['faults']
  /** Places whose problem is said already. */
  shownPlaces: readonly string[]
  context: TemplateContext
  leave: (path: string | null) => void
  sayAll: () => void
}

/** Holds what is typed against the contract's rules and the published functions. A rule is said once its field was left. */
function useChecked<K extends TemplateKind>(
  { kind, schema }: TemplateParts<K>['work'],
  typed: TemplateContents[K] | null,
  model: ThingModel | null,
  told: TemplateState<unknown>['faults'],
): Checked {
  const w = useWords(templateText)
  const locale = useLocale()
  const [left, setLeft] = useState<ReadonlySet<string> | 'all'>(new Set<string>())
  const problems = useMemo(
    () => (typed === null ? {} : contentProblems(schema, typed, locale, w.chooseFunction)),
    [schema, typed, locale, w],
  )
  const faults = useMemo(() => {
    if (typed === null) return told
    const found = templateFaults(kind, typed, model ?? noFunctions)
    return found.filter(({ path, identifier }) => identifier !== '' && problems[path] === undefined)
  }, [kind, typed, model, problems, told])
  const context = useMemo<TemplateContext>(() => {
    const shown = Object.entries(problems).filter(([path]) => left === 'all' || left.has(path))
    const said = { ...faultMessages(faults, locale), ...Object.fromEntries(shown) }
    return {
      model: model ?? noFunctions,
      says: (path) => said[path],
      saysBelow: (path) => [
        ...new Set(Object.entries(said).flatMap(([key, message]) => (key.startsWith(`${path}.`) ? [message] : []))),
      ],
    }
  }, [problems, faults, left, locale, model])
  return {
    problems,
    faults,
    shownPlaces: Object.keys(problems).filter((path) => left === 'all' || left.has(path)),
    context,
    leave: (path) => {
      if (path !== null && left !== 'all' && !left.has(path)) setLeft(new Set(left).add(path))
    },
    sayAll: () => setLeft('all'),
  }
}
