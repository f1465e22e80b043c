import { useLocalDateTime } from '@duo/platform/browser/local-date.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { CoverageResult, CoverageRun } from '../../agent-schema.ts'
import { changeOf } from './coverage-order.ts'

/** The figure, a shape for each question, and the difference to the run before. */
export function CoverageFigure({ run, before }: { run: CoverageRun; before: CoverageResult['before'] }) {
  const { questions, covered, at } = run
  const count = (coverage: string) => questions.filter((one) => one.coverage === coverage).length
  const [documents, corrections, missing] = [count('documents'), count('correction'), count('not_covered')]
  const timeOf = useLocalDateTime()
  return (
    <div className="mb-8 grid items-center gap-x-8 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)]">
      <p className="figures font-voice text-5xl font-[560]">
        <span className="sr-only">{m.studio_coverage_figure({ covered, count: questions.length })}</span>
        <span aria-hidden="true">
          {covered}
          <span className="font-[360] text-muted">{`/${questions.length}`}</span>
        </span>
      </p>
      <div>
        <div aria-hidden="true" className="mb-2 flex flex-wrap gap-1">
          <Shapes count={documents} className="rounded-[50%_50%_10%_50%] bg-success" />
          <Shapes count={corrections} className="rounded-[50%_50%_10%_50%] border border-line-strong bg-voice-bright" />
          <Shapes count={missing} className="rounded-full border-2 border-danger" />
        </div>
        <p className="figures text-sm">{m.studio_coverage_counts({ documents, corrections, missing, date: timeOf(at) })}</p>
        {before && (
          <p className="figures text-sm font-semibold">
            {m.studio_coverage_since({ date: timeOf(before.at), changes: changesText(run) })}
          </p>
        )}
      </div>
    </div>
  )
}

const Shapes = ({ count, className }: { count: number; className: string }) =>
  Array.from({ length: count }, (_, place) => place).map((place) => <span key={place} className={`size-4 ${className}`} />)

function changesText({ questions }: CoverageRun): string {
  const count = (change: string) => questions.filter((question) => changeOf(question, true) === change).length
  const [won, lost, added] = [count('won'), count('lost'), count('new')]
  const parts = [
    ...(won > 0 ? [m.studio_coverage_won({ count: won })] : []),
    ...(lost > 0 ? [m.studio_coverage_lost({ count: lost })] : []),
    ...(added > 0 ? [m.studio_coverage_added({ count: added })] : []),
  ]
  return parts.length === 0 ? m.studio_coverage_same() : parts.join(', ')
}
