// Only a browser that knows no modules runs this file. It is written in the JavaScript of 2009.
document.getElementById('root').style.padding = '2em'
document.getElementById('root').style.whiteSpace = 'pre-line'
document.getElementById('root').textContent =
  'This browser is too old for Veni. Please update it, then open Veni again.\n\n' +
  'ఈ బ్రౌజర్ చాలా పాతది. దయచేసి దాన్ని అప్‌డేట్ చేసి, Veni ను మళ్లీ తెరవండి.'
