import { Popover } from '@base-ui/react/popover'
import { type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { addDays, isDay } from '../format/dates.ts'
import { type DayRange, MOST_DAYS } from '../format/ranges.ts'
import { Button } from '../ui/Button.tsx'
import menu from '../ui/menu.module.css'
import { DaysBox, type DaysLabels, type FilterDaysProps } from './FilterDays.tsx'
import { FilterText } from './FilterText.tsx'
import styles from './fields.module.css'

/** The popup of days with its trigger. Arrow keys in a day field change the day. */
export function DaysPopup({
  ref,
  text,
  value,
  presets,
  fields,
  onChoose,
  labels,
}: FilterDaysProps & { ref: Ref<HTMLButtonElement> }) {
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState<{ start: string; end: string }>({ start: '', end: '' })
  const [field, setField] = useState(value.field)
  const [isChecked, setChecked] = useState(false)
  const start = useRef<HTMLInputElement>(null)
  const end = useRef<HTMLInputElement>(null)
  const errors = validate(draft, labels)

  const choose = (range: DayRange | null, name: string | null = null) => {
    setOpen(false)
    onChoose({ range, name, field })
  }
  const apply = () => {
    setChecked(true)
    if (errors.start === null && errors.end === null) choose({ startDate: draft.start, endDate: draft.end })
    else (errors.start === null ? end : start).current?.focus()
  }
  const handleKeyDown = (event: KeyboardEvent, key: 'start' | 'end') => {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (event.key === 'Enter') {
      event.preventDefault()
      apply()
    }
    if (by === 0 || !isDay(draft[key])) return
    event.preventDefault()
    setDraft({ ...draft, [key]: addDays(draft[key], by) })
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
        <Popover.Trigger ref={ref} render={<DaysBox text={text} label={labels.label} />} />
      </div>
      <Popover.Portal>
        <Popover.Positioner className={menu.positioner} align="start" sideOffset={4}>
          <Popover.Popup className={styles.popup} aria-label={labels.label} data-layer="dialog">
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
                  {labels.all}
                </button>
              </div>
              <div className={styles.ends}>
                {fields.length > 0 && (
                  <fieldset className={styles.choices} aria-label={labels.by}>
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
                <FilterText
                  ref={start}
                  label={labels.start}
                  name="startDate"
                  placeholder="YYYY-MM-DD"
                  value={draft.start}
                  onValue={(next) => setDraft({ ...draft, start: next })}
                  error={isChecked ? errors.start : null}
                  onKeyDown={(event) => handleKeyDown(event, 'start')}
                />
                <FilterText
                  ref={end}
                  label={labels.end}
                  name="endDate"
                  placeholder="YYYY-MM-DD"
                  value={draft.end}
                  onValue={(next) => setDraft({ ...draft, end: next })}
                  error={isChecked ? errors.end : null}
                  onKeyDown={(event) => handleKeyDown(event, 'end')}
                />
                <p className={styles.hint}>{labels.hint}</p>
                <div className={styles.foot}>
                  <Button variant="primary" onClick={apply}>
                    {labels.apply}
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

function validate({ start, end }: { start: string; end: string }, labels: DaysLabels) {
  const isStartValid = isDay(start)
  if (!isStartValid || !isDay(end))
    return { start: isStartValid ? null : labels.notDay, end: isDay(end) ? null : labels.notDay }
  if (end < start) return { start: null, end: labels.endsFirst }
  return { start: null, end: addDays(start, MOST_DAYS - 1) < end ? labels.tooLong : null }
}
