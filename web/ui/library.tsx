import './library.css'
import { createTheme, localStorageColorSchemeManager, type MantineColorsTuple, MantineProvider } from '@mantine/core'
import { createContext, type ReactNode, use } from 'react'
import { schemeKey, useScheme } from './theme.tsx'

/**
 * The one place where the tokens become the component library's theme, with `library.css`. It stands round what is built of the library, not
 * round the product, so that the first page comes without it; inside another it is nothing.
 */
const shade = 'var(--accent)'
const accent: MantineColorsTuple = [shade, shade, shade, shade, shade, shade, shade, shade, shade, shade]

const theme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '88em' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
})

const remembered = localStorageColorSchemeManager({ key: schemeKey })

const Inside = createContext(false)
export const Library = ({ children }: { children: ReactNode }) =>
  use(Inside) ? children : <Provided>{children}</Provided>

const Provided = ({ children }: { children: ReactNode }) => {
  const scheme = useScheme()
  return (
    <Inside value>
      <MantineProvider
        theme={theme}
        colorSchemeManager={remembered}
        defaultColorScheme="auto"
        forceColorScheme={scheme}
        withCssVariables={false}
        withGlobalClasses={false}
        withStaticClasses={false}
      >
        {children}
      </MantineProvider>
    </Inside>
  )
}
