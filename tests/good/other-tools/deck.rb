require 'squib'
data = Squib.csv file: 'deck.csv'
Squib::Deck.new(width: 825, height: 1125, cards: data['Name'].size, layout: 'layout.yml') do
  text str: data['Name'], layout: 'title'
  text str: data['Words'],
       layout: :words
  png file: data['Art'], layout: 'art'
  text str: `touch ran`, layout: 'title'
  save_pdf trim: 37.5
end
