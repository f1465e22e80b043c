import { getRouteApi } from '@tanstack/react-router'
import { JoinResult } from '../../../waitlist/ui/join/join-result.tsx'

const home = getRouteApi('/')

export function NoScriptResult() {
  const { postedJoin } = home.useLoaderData()
  if (!postedJoin || typeof postedJoin.answer === 'string' || postedJoin.answer.error !== null) return null
  const { email, answer } = postedJoin
  const { message, mailed } = answer
  return answer.userExists ? (
    <JoinResult state="exists" email={email} position={undefined} mailed={mailed} message={message} />
  ) : (
    <JoinResult state="joined" email={email} position={answer.data.position} mailed={mailed} message={message} />
  )
}
