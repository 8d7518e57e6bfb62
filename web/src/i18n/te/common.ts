import type { messages as english } from '../en/common.ts'

export const messages = {
  'common.appName': 'Veni',
  'common.logout': 'లాగౌట్',
  'common.back': 'వెనక్కి',
  'common.cancel': 'క్యాన్సిల్',
  'common.ok': 'సరే',
  'common.retry': 'మళ్లీ చేయండి',
  'common.close': 'మూసేయండి',
  'common.loading': 'లోడ్ అవుతోంది…',
  'common.language': 'భాష',
  'common.english': 'English',
  'common.telugu': 'తెలుగు',
  'nav.label': 'ముఖ్య మెనూ',
  'nav.home': 'హోమ్',
  'nav.products': 'వస్తువులు',
  'nav.customers': 'కస్టమర్లు',
  'nav.orders': 'ఆర్డర్లు',
  'nav.profile': 'ప్రొఫైల్',
  'notFound.title': 'అయ్యో! ఈ పేజీ లేదు',
  'notFound.home': 'హోమ్‌కు వెళ్లండి',
  'crash.title': 'ఈ స్క్రీన్‌లో ఏదో సమస్య వచ్చింది',
  'crash.message': 'మీ పని ఈ ఫోన్‌లో భద్రంగా ఉంది. హోమ్‌కు వెళ్లి మళ్లీ ప్రయత్నించండి.',
  'logout.unsent.title': 'పంపని డీల్స్ ఉన్నాయి. లాగౌట్ చేయాలా?',
  'logout.unsent.message':
    'ఇంకా ఆఫీసుకు చేరని డీల్స్, అప్‌డేట్‌లు: {count}. అవి ఈ ఫోన్‌లోనే ఉంటాయి, ఇదే నంబర్‌తో మళ్లీ లాగిన్ అయితే వెళ్తాయి.',
  'logout.unsent.messageOne':
    'ఒక డీల్ లేదా అప్‌డేట్ ఇంకా ఆఫీసుకు చేరలేదు. అది ఈ ఫోన్‌లోనే ఉంటుంది, ఇదే నంబర్‌తో మళ్లీ లాగిన్ అయితే వెళ్తుంది.',
  'logout.stay': 'ఇక్కడే ఉంటాను',
} satisfies Record<keyof typeof english, string>
