import { SignInPage } from '../../auth/ui/sign-in/auth-page.tsx'
import { PasskeyButton } from './second-step/passkey-button.tsx'

export { loadSignInPage } from '../../auth/ui/sign-in/auth-loaders.ts'

export const Page = () => <SignInPage formless={<PasskeyButton />} />
