import { MotifTexture } from '@duo/platform/browser/ui/motif/motif-texture.tsx'
import type { ReactNode } from 'react'

interface NoticePageProps {
  title: string
  text: string
  children?: ReactNode
}

export function NoticePage({ title, text, children }: NoticePageProps) {
  return (
    <section data-ground="deep" className="relative overflow-clip pt-header">
      <MotifTexture width={1440} height={720} person={{ x: 250, y: 640, r: 420 }} agent={{ x: 1180, y: 120, r: 420 }} />
      <div className="page-column relative grid min-h-[80svh] content-center gap-x-8 gap-y-10 py-16 lg:grid-cols-12 lg:items-end">
        <div className="lg:col-span-7">
          <h1 className="font-voice max-w-[12ch] text-5xl font-[300] lg:text-display">{title}</h1>
        </div>
        <div className="lg:col-span-5">
          <p className="max-w-[42ch] text-lg leading-snug wrap-anywhere">{text}</p>
          {children && <div className="mt-8">{children}</div>}
        </div>
      </div>
    </section>
  )
}
