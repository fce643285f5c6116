import { Popover } from '@base-ui/react/popover'
import { type KeyboardEvent, type FocusEvent as ReactFocusEvent, type Ref, useRef, useState } from 'react'
import { addDays, isDay } from '../format/dates.ts'
import { type DayRange, MOST_DAYS } from '../format/ranges.ts'
import { Button } from '../ui/Button.tsx'
import menu from '../ui/menu.module.css'
import { useUiText } from '../ui/uiText.ts'
import { Calendar } from './Calendar.tsx'
import { DaysBox, type FilterDaysProps } from './FilterDays.tsx'
import { FilterText } from './FilterText.tsx'
import styles from './fields.module.css'

const SIDES = ['start', 'end'] as const

/** The popup of days with its trigger: named ranges, a calendar, and both days typed. Arrow keys in a day field change the day. */
export function DaysPopup({ ref, ...props }: FilterDaysProps & { ref: Ref<HTMLButtonElement> }) {
  const { text, value, presets, fields, onChoose } = props
  const t = useUiText()
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState({ start: '', end: '' })
  const [field, setField] = useState(value.field)
  const [isChecked, setChecked] = useState(false)
  const inputs = { start: useRef<HTMLInputElement>(null), end: useRef<HTMLInputElement>(null) }
  const faults = validate(draft)

  const choose = (range: DayRange | null, name: string | null = null) => {
    setOpen(false)
    onChoose({ range, name, field })
  }
  const apply = () => {
    setChecked(true)
    if (faults.start === null && faults.end === null) choose({ startDate: draft.start, endDate: draft.end })
    else inputs[faults.start === null ? 'end' : 'start'].current?.focus()
  }
  const handleKeyDown = (event: KeyboardEvent, side: (typeof SIDES)[number]) => {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (event.key === 'Enter') {
      event.preventDefault()
      apply()
    }
    if (by === 0 || !isDay(draft[side])) return
    event.preventDefault()
    setDraft({ ...draft, [side]: addDays(draft[side], by) })
  }
  const handleOpenChange = (next: boolean) => {
    setOpen(next)
    if (!next) return
    setChecked(false)
    setField(value.field)
    setDraft({ start: value.range?.startDate ?? '', end: value.range?.endDate ?? '' })
  }

  return (
    <Popover.Root open={isOpen} onOpenChange={handleOpenChange}>
      <div className={styles.field}>
        <Popover.Trigger ref={ref} render={<DaysBox text={text} />} />
      </div>
      <Popover.Portal>
        <Popover.Positioner className={menu.positioner} align="start" sideOffset={4}>
          <Popover.Popup className={styles.popup} aria-label={t('field.dateRange')} data-layer="dialog" onFocus={keepTabbable}>
            <div className={styles.days}>
              <div className={styles.names}>
                {presets.map(({ name, label, range }) => (
                  <button
                    key={name}
                    type="button"
                    className={styles.name}
                    aria-pressed={value.name === name}
                    onClick={() => choose(range, name)}
                  >
                    {label}
                  </button>
                ))}
                <button
                  type="button"
                  className={styles.name}
                  aria-pressed={value.range === null && value.name === null}
                  onClick={() => choose(null)}
                >
                  {t('filter.days.all')}
                </button>
              </div>
              <div className={styles.ends}>
                {fields.length > 0 && (
                  <fieldset className={styles.choices} aria-label={t('field.dateField')}>
                    {fields.map((one) => (
                      <button
                        key={one.value}
                        type="button"
                        className={styles.name}
                        aria-pressed={field === one.value}
                        onClick={() => setField(one.value)}
                      >
                        {one.label}
                      </button>
                    ))}
                  </fieldset>
                )}
                <Calendar
                  {...draft}
                  today={presets.find(({ name }) => name === 'today')?.range.startDate}
                  onChoose={setDraft}
                />
                <div className={styles.typed}>
                  {SIDES.map((side) => (
                    <FilterText
                      key={side}
                      ref={inputs[side]}
                      label={t(`filter.days.${side}`)}
                      name={`${side}Date`}
                      placeholder="YYYY-MM-DD"
                      value={draft[side]}
                      onValue={(next) => setDraft({ ...draft, [side]: next })}
                      error={isChecked && faults[side] !== null ? t(faults[side]) : null}
                      onKeyDown={(event) => handleKeyDown(event, side)}
                    />
                  ))}
                </div>
                <p className="label">{t('filter.days.hint')}</p>
                <div className="actions">
                  <Button variant="primary" onClick={apply}>
                    {t('filter.days.apply')}
                  </Button>
                </div>
              </div>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/**
 * Tells the library of a focus that comes from a dialog that is gone: it lets Tab into a popup again only when the focus comes from another
 * element.
 */
function keepTabbable({ target, relatedTarget }: ReactFocusEvent): void {
  if (relatedTarget === null) target.dispatchEvent(new FocusEvent('focusin', { bubbles: true, relatedTarget: document.body }))
}

/** The faults of the typed days, as keys of texts. */
function validate({ start, end }: Record<(typeof SIDES)[number], string>) {
  const notDay = (text: string) => (isDay(text) ? null : ('filter.days.notDay' as const))
  const [startFault, endFault] = [notDay(start), notDay(end)]
  if (startFault !== null || endFault !== null) return { start: startFault, end: endFault } as const
  if (end < start) return { start: null, end: 'filter.days.endsFirst' } as const
  return { start: null, end: addDays(start, MOST_DAYS - 1) < end ? 'filter.days.tooLong' : null } as const
}
