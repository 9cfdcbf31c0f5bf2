import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { HashRouter } from 'react-router';
import { queryClient } from '#lib/query-client.ts';
import { onTokenChange } from '#lib/session.ts';
import { watchTheme } from '#lib/theme.ts';
import '@tallystick/typeface/typeface.css';
import '#ui/desk.css';
import '#ui/table.css';
import './shell.css';
import { Guard } from './guard.tsx';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');
// The next operator must not see cached data of the previous one.
onTokenChange(() => queryClient.clear());
watchTheme();
createRoot(container).render(
  <QueryClientProvider client={queryClient}>
    <HashRouter>
      <Guard />
    </HashRouter>
  </QueryClientProvider>,
);
